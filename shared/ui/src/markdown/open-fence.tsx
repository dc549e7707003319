import { AppendedText } from './appended-text.tsx'
import { CodeFrame, type CodeProps } from './code-block.tsx'

/** A code block whose end has not come yet: new code is appended, without colours. */
export function OpenFence({ code, language }: CodeProps) {
  return (
    <CodeFrame language={language} readCode={() => code}>
      <code>
        <AppendedText text={code} />
      </code>
    </CodeFrame>
  )
}
