import { type ReactNode, Suspense, useContext, useRef, useState } from 'react'
import { copy } from '../copy.ts'
import { lazyOr } from '../primitives/lazy-part.ts'
import { useBriefly } from '../time/use-briefly.ts'
import { IsSettled } from './markdown-settings.ts'

// colours are an ornament: without their chunk the code is shown as it is
const ColouredCode = lazyOr<CodeProps>(
  () => import('./coloured-code.tsx').then((module) => module.ColouredCode),
  PlainCode,
)

export interface CodeProps {
  code: string
  language: string
}

/** A block of code, coloured once its text is complete. */
export function CodeBlock({ code, language }: CodeProps) {
  const isSettled = useContext(IsSettled)
  const plain = <PlainCode code={code} language={language} />
  return (
    <CodeFrame code={code} language={language}>
      {isSettled && language !== '' ? (
        <Suspense fallback={plain}>
          <ColouredCode code={code} language={language} />
        </Suspense>
      ) : (
        plain
      )}
    </CodeFrame>
  )
}

function PlainCode({ code }: CodeProps) {
  return <code>{code}</code>
}

interface CodeFrameProps {
  code: string
  language: string
  children: ReactNode
}

/** The frame around code: language, Copy, a wrap toggle and a scroll area for the keyboard. */
export function CodeFrame({ code, language, children }: CodeFrameProps) {
  const [isWrapped, setWrapped] = useState(false)
  const pre = useRef<HTMLPreElement>(null)
  const name = language || 'text'
  return (
    <div className="markdown-code" data-wrapped={isWrapped || undefined}>
      <div className="markdown-code-header">
        <span>{name}</span>
        <button
          type="button"
          className="markdown-code-wrap"
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        >
          Wrap
        </button>
        <CopyButton code={code} onRefused={() => pre.current && select(pre.current)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, and a landmark per code block would crowd their list */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <div role="group" aria-label={`Code, ${name}`} tabIndex={0}>
        <pre ref={pre}>{children}</pre>
      </div>
    </div>
  )
}

function CopyButton({ code, onRefused }: { code: string; onRefused: () => void }) {
  const [isCopied, sayCopied] = useBriefly()
  return (
    <>
      <button type="button" onClick={() => writeText(code).then(sayCopied, onRefused)}>
        {isCopied ? copy.chat.copied : copy.chat.copy}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copy.chat.copied : ''}
      </span>
    </>
  )
}

/** Rejects also where the page has no clipboard at all, as on plain http. */
async function writeText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

/** Selects what could not be copied, so that the reader's own keys can copy it. */
function select(element: Element): void {
  getSelection()?.selectAllChildren(element)
}
