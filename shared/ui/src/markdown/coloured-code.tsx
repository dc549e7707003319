import type { ReactNode } from 'react'
import { memo, useEffect, useState } from 'react'
import bash from 'react-syntax-highlighter/dist/esm/languages/prism/bash'
import c from 'react-syntax-highlighter/dist/esm/languages/prism/c'
import cpp from 'react-syntax-highlighter/dist/esm/languages/prism/cpp'
import csharp from 'react-syntax-highlighter/dist/esm/languages/prism/csharp'
import css from 'react-syntax-highlighter/dist/esm/languages/prism/css'
import diff from 'react-syntax-highlighter/dist/esm/languages/prism/diff'
import docker from 'react-syntax-highlighter/dist/esm/languages/prism/docker'
import go from 'react-syntax-highlighter/dist/esm/languages/prism/go'
import ini from 'react-syntax-highlighter/dist/esm/languages/prism/ini'
import java from 'react-syntax-highlighter/dist/esm/languages/prism/java'
import javascript from 'react-syntax-highlighter/dist/esm/languages/prism/javascript'
import json from 'react-syntax-highlighter/dist/esm/languages/prism/json'
import jsx from 'react-syntax-highlighter/dist/esm/languages/prism/jsx'
import kotlin from 'react-syntax-highlighter/dist/esm/languages/prism/kotlin'
import markdown from 'react-syntax-highlighter/dist/esm/languages/prism/markdown'
import markup from 'react-syntax-highlighter/dist/esm/languages/prism/markup'
import php from 'react-syntax-highlighter/dist/esm/languages/prism/php'
import python from 'react-syntax-highlighter/dist/esm/languages/prism/python'
import ruby from 'react-syntax-highlighter/dist/esm/languages/prism/ruby'
import rust from 'react-syntax-highlighter/dist/esm/languages/prism/rust'
import sql from 'react-syntax-highlighter/dist/esm/languages/prism/sql'
import swift from 'react-syntax-highlighter/dist/esm/languages/prism/swift'
import tsx from 'react-syntax-highlighter/dist/esm/languages/prism/tsx'
import typescript from 'react-syntax-highlighter/dist/esm/languages/prism/typescript'
import yaml from 'react-syntax-highlighter/dist/esm/languages/prism/yaml'
import SyntaxHighlighter from 'react-syntax-highlighter/dist/esm/prism-light'
import './code.css'

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, docker, go, ini, java, javascript, json, jsx },
  ...{ kotlin, markdown, markup, php, python, ruby, rust, sql, swift, tsx, typescript, yaml },
}
for (const [name, grammar] of Object.entries(languages)) {
  SyntaxHighlighter.registerLanguage(name, grammar)
}

const linesPerStep = 60

/** Code with its tokens as classes; a language that is not known stays plain. */
export const ColouredCode = memo(function ColouredCode(props: { code: string; language: string }) {
  return (
    <SyntaxHighlighter
      language={props.language.toLowerCase()}
      useInlineStyles={false}
      PreTag={Bare}
      CodeTag={Code}
      renderer={({ rows }) => <GrowingColours rows={rows} />}
    >
      {props.code}
    </SyntaxHighlighter>
  )
})

function Bare({ children }: { children?: ReactNode }) {
  return children
}

function Code({ children }: { children?: ReactNode }) {
  return <code>{children}</code>
}

type Row = rendererNode

/** Colours some lines per frame, so that a long block of code never holds up the page. */
function GrowingColours({ rows }: { rows: Row[] }) {
  const [steps, setSteps] = useState(1)
  const colouredRows = steps * linesPerStep
  const isDone = colouredRows >= rows.length
  useEffect(() => {
    if (isDone) return
    const frame = requestAnimationFrame(() => setSteps(steps + 1))
    return () => cancelAnimationFrame(frame)
  }, [isDone, steps])
  const parts: ReactNode[] = []
  for (let from = 0; from < rows.length; from += linesPerStep) {
    const part = rows.slice(from, from + linesPerStep)
    parts.push(
      from < colouredRows ? (
        <ColouredLines key={from} from={from} rows={rows} />
      ) : (
        part.map(toText).join('')
      ),
    )
  }
  return parts
}

const ColouredLines = memo(function ColouredLines({ from, rows }: { from: number; rows: Row[] }) {
  return rows.slice(from, from + linesPerStep).map(toElement)
})

function toElement(node: Row, key: number): ReactNode {
  if (node.type === 'text') return node.value
  const children = node.children?.map(toElement)
  const names = node.properties?.className.filter((name) => name !== 'token') ?? []
  if (names.length === 0) return children
  return (
    <span key={key} className={`tok-${names[0]}`}>
      {children}
    </span>
  )
}

function toText(node: Row): string {
  return node.type === 'text'
    ? String(node.value ?? '')
    : (node.children ?? []).map(toText).join('')
}
