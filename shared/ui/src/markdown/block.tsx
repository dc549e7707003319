import { type ComponentProps, memo, useContext, useEffect } from 'react'
import ReactMarkdown, {
  type Components,
  defaultUrlTransform,
  type ExtraProps,
} from 'react-markdown'
import { CodeBlock } from './code-block.tsx'
import { Image } from './image.tsx'
import { Link } from './link.tsx'
import { IsSettled, MarkdownSettings } from './markdown-settings.ts'
import { readGfm } from './read-gfm.ts'

const plugins = [readGfm]

const components: Components = {
  a: Link,
  img: Image,
  pre: Pre,
  table: Table,
  input: TaskBox,
  // The page has its own first two levels of headings.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
}

interface MarkdownBlockProps {
  text: string
  /** False while later text may still belong to this block. */
  isSettled: boolean
}

/** A piece of markdown, parsed again only when its text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, isSettled }: MarkdownBlockProps) {
  return (
    <IsSettled value={isSettled}>
      <ParsedText text={text} />
    </IsSettled>
  )
})

const ParsedText = memo(function ParsedText({ text }: { text: string }) {
  const { onParsed } = useContext(MarkdownSettings)
  const started = performance.now()
  // Called, not rendered, so that its time can be taken.
  const tree = ReactMarkdown({
    children: text,
    remarkPlugins: plugins,
    components,
    urlTransform: safeUrl,
  })
  const cost = performance.now() - started
  useEffect(() => onParsed(cost), [onParsed, cost])
  return tree
})

function Pre({ node }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const text = code.children[0]
  const className = String(code.properties.className ?? '')
  return (
    <CodeBlock
      code={text?.type === 'text' ? text.value.replace(/\n$/, '') : ''}
      language={/language-(\S+)/.exec(className)?.[1] ?? ''}
    />
  )
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <div role="group" aria-label="Table" tabIndex={0} className="markdown-table">
      <table>{children}</table>
    </div>
  )
}

function TaskBox({ checked }: ComponentProps<'input'>) {
  return <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'Open'} />
}

/** The specification's rule for addresses in replies (section 1): any other scheme becomes ''. */
const safeUrl: (address: string) => string = defaultUrlTransform
