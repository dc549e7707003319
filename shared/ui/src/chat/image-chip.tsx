import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../copy.ts'

interface ImageChipProps {
  readonly file: File
  readonly onRemove: () => void
}

/** The image that will be sent, and the way to leave it out. */
export function ImageChip({ file, onRemove }: ImageChipProps) {
  const [src, setSrc] = useState<string>()

  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])

  return (
    <div className="relative size-16">
      <img
        src={src}
        alt={file.name}
        className="size-full rounded-md border border-border object-cover"
      />
      <button
        type="button"
        aria-label={copy.chat.removeImage(file.name)}
        onClick={onRemove}
        className="absolute -top-2 -right-2 grid size-6 place-items-center rounded-full border border-border bg-surface shadow-pop"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  )
}
