import { estimateTokens } from '@shortlist/contracts/limits'
import { ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useId } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { ImageChip } from './image-chip.tsx'
import { ImagePicker } from './image-picker.tsx'
import { useSlashFocus } from './use-slash-focus.ts'

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly image: File | null
  readonly onImage: (image: File | null) => void
  /** A file was chosen that is no image. */
  readonly onRefuse: () => void
  /** Nothing can be sent at the moment; writing goes on. */
  readonly isLocked: boolean
  readonly hasSingleKeys: boolean
  /** Never called with blank text. */
  readonly onSend: () => void
}

/** The box a message is written in. Enter sends, Shift+Enter begins a line. */
export function Composer(props: ComposerProps) {
  const { field, placeholder, text, onText, image, onImage, isLocked, hasSingleKeys } = props
  const id = useId()
  const isBlank = text.trim() === ''
  useSlashFocus(field, hasSingleKeys)

  function attach(files: FileList | null | undefined): void {
    const file = files?.[0]
    if (!file) return
    if (file.type.startsWith('image/')) onImage(file)
    else props.onRefuse()
  }

  function send(event: FormEvent | KeyboardEvent): void {
    event.preventDefault()
    if (!isBlank && !isLocked) props.onSend()
  }

  return (
    <form
      onSubmit={send}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        attach(event.dataTransfer.files)
      }}
      className="grid gap-2 rounded-2xl border border-border-strong bg-surface p-3 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-focus"
    >
      {image && <ImageChip file={image} onRemove={() => onImage(null)} />}
      <label htmlFor={id} className="sr-only">
        {copy.chat.messageLabel}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        value={text}
        placeholder={placeholder}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => entersAlone(event) && send(event)}
        onPaste={({ clipboardData }) => attach(clipboardData.files)}
        className="field-sizing-content max-h-[258px] min-h-[58px] w-full resize-none bg-transparent px-1 text-body outline-none placeholder:text-text-3"
      />
      <div className="flex flex-wrap items-center gap-2">
        <ImagePicker onPick={onImage} />
        <span className="text-caption text-text-3 tabular-nums">
          {copy.chat.promptTokens(estimateTokens(text))}
        </span>
        <span className="ml-auto text-caption text-text-3 @max-[599px]:hidden">
          {copy.chat.sendHint}
        </span>
        <span className="@max-[599px]:ml-auto">
          <Button type="submit" variant="primary" disabled={isBlank || isLocked}>
            {copy.chat.send}
            <ArrowUp aria-hidden className="size-4" />
          </Button>
        </span>
      </div>
    </form>
  )
}

/** Enter by itself; while letters are being composed (IME) it only confirms them. */
function entersAlone({ key, shiftKey, keyCode, nativeEvent }: KeyboardEvent): boolean {
  // Safari reports the confirming key after the composition has ended, with key code 229
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229
}
