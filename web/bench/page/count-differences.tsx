import { Markdown } from '@shortlist/ui/markdown/markdown.tsx'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createRandom } from '../create-random.ts'
import { nextFrame, untilStill } from './frames.ts'

const stepsPerReply = 5

/**
 * Streams a text cut at random places, many times side by side, and counts the replies whose final
 * markup is not that of the text shown at once.
 */
export async function countDifferences(
  text: string,
  rounds: number,
  seed: number,
): Promise<number> {
  const random = createRandom(seed)
  const cuts = Array.from({ length: rounds }, () =>
    Array.from({ length: stepsPerReply }, () => Math.floor(random() * text.length)).sort(
      (a, b) => a - b,
    ),
  )
  const host = document.body.appendChild(document.createElement('section'))
  const root = createRoot(host)
  for (let step = 0; step <= stepsPerReply; step++) {
    const isLast = step === stepsPerReply
    const replies = cuts.map((ends, index) => (
      <Reply key={index} text={isLast ? text : text.slice(0, ends[step])} isStreaming={!isLast} />
    ))
    flushSync(() =>
      root.render([...replies, <Reply key="whole" text={text} isStreaming={false} />]),
    )
    await nextFrame()
    await nextFrame()
  }
  await untilStill(host)
  const markups = [...host.children].map((reply) => reply.innerHTML)
  const expected = markups.pop()
  root.unmount()
  host.remove()
  return markups.filter((markup) => markup !== expected).length
}

function Reply({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  return (
    <Markdown
      text={text}
      isStreaming={isStreaming}
      origin={location.origin}
      loadRemoteImages={false}
    />
  )
}
