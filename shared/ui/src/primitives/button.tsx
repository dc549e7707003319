import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui/slot'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

const button = cva(
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 whitespace-nowrap border font-medium no-underline transition-colors duration-(--t-fast) select-none disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-accent text-accent-fg enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover',
        secondary:
          'border-border bg-surface text-text enabled:hover:bg-surface-2 [a&]:hover:bg-surface-2',
        ghost:
          'border-transparent bg-transparent text-text-2 enabled:hover:bg-surface-2 enabled:hover:text-text [a&]:hover:bg-surface-2 [a&]:hover:text-text',
        danger:
          'border-red-line/40 bg-surface text-red-text enabled:hover:bg-red-soft [a&]:hover:bg-red-soft',
      },
      size: {
        sm: 'h-8 rounded-sm px-2.5 text-meta',
        md: 'h-9 rounded-md px-3.5 text-ui',
        lg: 'h-10.5 rounded-md px-4 text-body',
        icon: 'size-9 rounded-md p-0 text-ui',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Lends its looks to the one child, a link for instance, instead of being a `button`. */
  readonly asChild?: boolean
}

/** A button that does not submit a form unless its `type` says so. */
export function Button({ variant, size, asChild = false, className, ...props }: ButtonProps) {
  const looks = cn(button({ variant, size }), className)
  if (asChild) return <Slot className={looks} {...props} />
  return <button type="button" className={looks} {...props} />
}
