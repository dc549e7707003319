import ReactMarkdown, { type Components } from 'react-markdown'
import tsx from 'react-syntax-highlighter/dist/esm/languages/prism/tsx'
import typescript from 'react-syntax-highlighter/dist/esm/languages/prism/typescript'
import SyntaxHighlighter from 'react-syntax-highlighter/dist/esm/prism-light'
import remarkGfm from 'remark-gfm'

SyntaxHighlighter.registerLanguage('typescript', typescript)
SyntaxHighlighter.registerLanguage('tsx', tsx)

const plugins = [remarkGfm]

const components: Components = {
  code({ className, children }) {
    const language = /language-(\w+)/.exec(className ?? '')?.[1]
    if (language === undefined) return <code className={className}>{children}</code>
    return (
      <SyntaxHighlighter language={language} useInlineStyles={false} PreTag="span">
        {String(children)}
      </SyntaxHighlighter>
    )
  },
}

/** The plain way: the whole text is parsed, coloured and rendered again with every piece. */
export function WholeText({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  )
}
