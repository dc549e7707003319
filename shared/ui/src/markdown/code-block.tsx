import { Suspense, useContext } from 'react'
import { lazyOr } from '../primitives/lazy-or.ts'
import { CodeFrame } from './code-frame.tsx'
import { IsSettled } from './is-settled.ts'

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
