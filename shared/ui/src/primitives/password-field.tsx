import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'onChange'> & {
  readonly onChange: (value: string) => void
}

/** A password that can be shown while it is typed, with a hint while Caps Lock is on. */
export function PasswordField({ onChange, hint, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = isShown ? EyeOff : Eye

  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      hint={hasCapsLock ? copy.auth.capsLock : hint}
      end={
        <Button
          variant="ghost"
          size="icon"
          aria-label={isShown ? copy.auth.hidePassword : copy.auth.showPassword}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" />
        </Button>
      }
    />
  )
}
