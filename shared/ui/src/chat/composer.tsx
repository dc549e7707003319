import type { Excerpt } from '@shortlist/contracts/chat'
import {
  CHARACTERS_PER_TOKEN,
  EXCERPT_FRAME_TOKENS,
  estimateTokens,
  IMAGE_TOKENS,
} from '@shortlist/contracts/limits'
import { ArrowUp, ImagePlus, X } from 'lucide-react'
import {
  type Dispatch,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { readUnsent, writeUnsent } from '../unsent.ts'
import { ExcerptCard, excerptTokens, nameExcerpt } from './excerpt-card.tsx'
import { useObjectUrl } from './fetched-image.tsx'

/** A question with what goes with it. */
export interface Asking {
  /** Without white space at its ends, and not empty. */
  readonly question: string
  readonly image: File | null
  readonly excerpt: Excerpt | null
}

/** The excerpt that goes with the next question, and how it is changed. */
export type Attached = readonly [Excerpt | null, Dispatch<SetStateAction<Excerpt | null>>]

/**
 * The box a question is written in, and what goes with it. The text survives leaving the chat and
 * coming back. Where no host keeps the excerpt, "Try again" alone attaches one.
 */
export function useQuestionBox(chat: string, attached: Attached | undefined) {
  const [question, keepQuestion] = useState(() => readUnsent('chat', chat) ?? '')
  const [image, setImage] = useState<File | null>(null)
  const own = useState<Excerpt | null>(null)
  const [excerpt, setExcerpt] = attached ?? own
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    // whoever attaches something wants to ask about it
    if (excerpt) field.current?.focus()
  }, [excerpt])

  function setQuestion(changed: string): void {
    keepQuestion(changed)
    writeUnsent('chat', chat, changed || null)
  }

  function fill(suggestion: string, about?: Excerpt): void {
    setQuestion(suggestion)
    if (about) setExcerpt(about)
    field.current?.focus()
  }

  /** Empties the box and returns what stood in it. */
  function take(): Asking {
    setQuestion('')
    setImage(null)
    if (excerpt) setExcerpt(null)
    return { question: question.trim(), image, excerpt }
  }

  /** Attaches again what could not be sent, unless another one has come meanwhile. */
  const giveBack = (unsent: Excerpt) => setExcerpt((now) => now ?? unsent)

  const imageTokens = image ? IMAGE_TOKENS : 0
  const tokens = estimateTokens(question) + imageTokens + excerptTokens(excerpt)

  /** What the daemon counts the question at by itself, with instructions of so many tokens. */
  function tokensWith(instructionTokens: number): number {
    const characters = question.trim().length
    const about = excerpt ? excerptTokens(excerpt) + EXCERPT_FRAME_TOKENS : 0
    return Math.ceil(instructionTokens + characters / CHARACTERS_PER_TOKEN) + imageTokens + about
  }

  const content = { question, setQuestion, image, setImage, excerpt, setExcerpt }
  return { ...content, field, fill, take, giveBack, tokens, tokensWith }
}

interface ComposerProps {
  readonly box: ReturnType<typeof useQuestionBox>
  readonly placeholder: string
  /** Controls of the host beside the choice of an image. */
  readonly extra?: ReactNode
  /** A file was chosen that is no image. */
  readonly onRefuse: () => void
  /** Why the question cannot be sent as it stands; empty where it can. */
  readonly objection: string
  /** Nothing can be sent at the moment; writing goes on. */
  readonly isLocked: boolean
  /** Whether the key that leads here does so. */
  readonly hasKey: boolean
  /** Never called with blank text, nor with what there is an objection to. */
  readonly onSend: () => void
}

/** The box a question is written in. Enter sends, Shift+Enter begins a line. */
export function Composer(props: ComposerProps) {
  const { box, placeholder, extra, objection, isLocked, hasKey } = props
  const { field, question, setQuestion, image, setImage, excerpt, setExcerpt } = box
  const id = useId()
  const why = useId()
  const canSend = question.trim() !== '' && !objection && !isLocked
  useKeys({ 'chat.write': () => field.current?.focus() }, { isEnabled: hasKey })
  useGrowingField(field, question)

  function attach(files: FileList | null | undefined): void {
    const file = files?.[0]
    if (!file) return
    if (file.type.startsWith('image/')) setImage(file)
    else props.onRefuse()
  }

  function removeExcerpt(): void {
    // the button goes away, and the focus with it
    field.current?.focus()
    setExcerpt(null)
  }

  function send(event: FormEvent | KeyboardEvent): void {
    event.preventDefault()
    if (canSend) props.onSend()
  }

  return (
    <form
      onSubmit={send}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        attach(event.dataTransfer.files)
      }}
      className="composer grid gap-2 rounded-2xl border border-border-strong bg-surface p-3 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-focus"
    >
      {excerpt && <ExcerptCard excerpt={excerpt} onRemove={removeExcerpt} />}
      {image && <ImageChip file={image} onRemove={() => setImage(null)} />}
      <label htmlFor={id} className="sr-only">
        {copy.chat.messageLabel}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        value={question}
        placeholder={placeholder}
        aria-invalid={objection !== ''}
        aria-describedby={objection ? why : undefined}
        aria-description={excerpt ? copy.chat.about(nameExcerpt(excerpt)) : undefined}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        onKeyDown={(event) => entersAlone(event) && send(event)}
        onPaste={({ clipboardData }) => attach(clipboardData.files)}
        className="field-sizing-content max-h-[258px] min-h-[58px] w-full resize-none bg-transparent px-1 text-body outline-none placeholder:text-text-3"
      />
      {objection && (
        <p id={why} className="text-caption text-red-text">
          {objection}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ImagePicker onPick={attach} />
        {extra}
        <span className="text-caption text-text-3 tabular-nums">
          {copy.chat.promptTokens(estimateTokens(question))}
        </span>
        <span className="composer-hint ml-auto text-caption text-text-3 @max-[599px]:hidden">
          {copy.chat.sendHint}
        </span>
        <span className="@max-[599px]:ml-auto">
          <Button type="submit" variant="primary" disabled={!canSend}>
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

interface ImagePickerProps {
  /** Hears whatever was chosen, which need not be an image. */
  readonly onPick: (files: FileList | null) => void
}

/** Chooses an image from the disk. */
function ImagePicker({ onPick }: ImagePickerProps) {
  const input = useRef<HTMLInputElement>(null)

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={copy.chat.uploadImage}
        hidden
        onChange={({ currentTarget }) => {
          onPick(currentTarget.files)
          // so that the same file can be chosen again after it was removed
          currentTarget.value = ''
        }}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={copy.chat.uploadImage}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden className="size-4" />
      </Button>
    </>
  )
}

/** The image that will be sent, and the way to leave it out. */
function ImageChip({ file, onRemove }: { readonly file: File; readonly onRemove: () => void }) {
  const src = useObjectUrl(file)

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

/**
 * Makes a text field as high as `text` needs, within its own limits, where the browser cannot do it
 * by `field-sizing`: Firefox 140 and Chrome 122 do not know it yet.
 */
function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = field.current
    if (!box || CSS.supports('field-sizing', 'content')) return
    box.style.height = '0'
    box.style.height = `${box.scrollHeight}px`
  }, [field, text])
}
