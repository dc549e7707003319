import { AppendedText } from './appended-text.tsx'
import type { CodeProps } from './code-block.tsx'
import { CodeFrame } from './code-frame.tsx'

/** A code block whose end has not come yet: new code is appended, without colours. */
export function OpenFence({ code, language }: CodeProps) {
  return (
    <CodeFrame code={code} language={language}>
      <code>
        <AppendedText text={code} />
      </code>
    </CodeFrame>
  )
}
