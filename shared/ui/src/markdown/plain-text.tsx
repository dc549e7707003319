import { AppendedText } from './appended-text.tsx'

/** A text as it is, line breaks kept: what is shown instead of markdown that costs too much. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="markdown-plain">
      <AppendedText text={text} />
    </p>
  )
}
