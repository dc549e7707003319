import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { copy } from '../copy.ts'
import { IsSettled } from './is-settled.ts'

const ColouredCode = lazy<ComponentType<CodeProps>>(() =>
  import('./coloured-code.tsx').then(
    (module) => ({ default: module.ColouredCode }),
    // Colours are an ornament: without their chunk the code is shown as it is.
    () => ({ default: PlainCode }),
  ),
)

const copiedForMs = 2000

export interface CodeProps {
  code: string
  language: string
}

/** A block of code with its language and a Copy button; coloured once its text is complete. */
export function CodeBlock({ code, language }: CodeProps) {
  const isSettled = useContext(IsSettled)
  const plain = <PlainCode code={code} language={language} />
  return (
    <CodeFrame language={language} readCode={() => code}>
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
  language: string
  readCode: () => string
  children: ReactNode
}

/** The frame around code: header, Copy, wrap toggle and a focusable scroll area. */
export function CodeFrame({ language, readCode, children }: CodeFrameProps) {
  const [isWrapped, setWrapped] = useState(false)
  return (
    <div className="markdown-code" data-wrapped={isWrapped || undefined}>
      <div className="markdown-code-header">
        <span>{language || 'text'}</span>
        <button
          type="button"
          className="markdown-code-wrap"
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        >
          Wrap
        </button>
        <CopyButton readCode={readCode} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, and a landmark per code block would crowd the list */}
      <div role="group" aria-label={`Code, ${language || 'text'}`} tabIndex={0}>
        <pre>{children}</pre>
      </div>
    </div>
  )
}

function CopyButton({ readCode }: { readCode: () => string }) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  async function copyCode() {
    await navigator.clipboard.writeText(readCode())
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), copiedForMs)
  }
  return (
    <>
      <button type="button" onClick={copyCode}>
        {isCopied ? copy.chat.copied : copy.chat.copy}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copy.chat.copied : ''}
      </span>
    </>
  )
}
