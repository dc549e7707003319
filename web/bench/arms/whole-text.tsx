import ReactMarkdown, { type Components } from 'react-markdown'
import typescript from 'react-syntax-highlighter/dist/esm/languages/prism/typescript'
import SyntaxHighlighter from 'react-syntax-highlighter/dist/esm/prism-light'
import dark from 'react-syntax-highlighter/dist/esm/styles/prism/dark'
import remarkGfm from 'remark-gfm'

SyntaxHighlighter.registerLanguage('ts', typescript)

const plugins = [remarkGfm]

const components: Components = {
  code({ className, children }) {
    const language = /language-(\w+)/.exec(className ?? '')?.[1]
    if (language === undefined) return <code className={className}>{children}</code>
    return (
      <SyntaxHighlighter language={language} style={dark} PreTag="div">
        {String(children).replace(/\n$/, '')}
      </SyntaxHighlighter>
    )
  },
}

/**
 * The plain way, as the documentation of react-markdown shows it: the whole text is parsed, coloured
 * and rendered again with every piece.
 */
export function WholeText({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  )
}
