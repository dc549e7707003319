import { useRef } from 'react'
import type { FilterLinks } from '../mail/list/use-email-filter.ts'
import { CopyAction } from '../primitives/copy-button.tsx'
import { insightsCopy } from './insights-copy.ts'
import type { Pipeline } from './pipeline.ts'
import { PipelinePlot } from './pipeline-plot.tsx'
import { PlotFigure, TwinTable } from './plot-figure.tsx'

interface PipelineFigureProps {
  readonly pipeline: Pipeline
  readonly links: FilterLinks
}

/** The pipeline as a plot that can be copied, and as a table. */
export function PipelineFigure({ pipeline, links }: PipelineFigureProps) {
  const plot = useRef<SVGSVGElement>(null)
  const { placeNames } = insightsCopy
  return (
    <PlotFigure
      title={`${insightsCopy.pipeline} - ${insightsCopy.basedOn(pipeline.analyzed)}`}
      sentence={insightsCopy.pipelineSentence(pipeline)}
      plot={<PipelinePlot ref={plot} pipeline={pipeline} height={170} links={links} />}
      action={
        pipeline.links.length > 0 && (
          <CopyAction
            label={insightsCopy.copyImage}
            onCopy={async () => plot.current && copyAsImage(plot.current)}
          />
        )
      }
      twinLabel={insightsCopy.asTable}
      twin={
        <TwinTable head={[insightsCopy.from, insightsCopy.to, insightsCopy.count]}>
          {pipeline.links.map(({ from, to, count }) => (
            <tr key={`${from} ${to}`}>
              <td>{placeNames[from]}</td>
              <td>{placeNames[to]}</td>
              <td className="tabular-nums">{count}</td>
            </tr>
          ))}
        </TwinTable>
      }
    />
  )
}

/** How many pixels of the picture a unit of the plot becomes. */
const SCALE = 3

/** Room around the plot, in its units. */
const MARGIN = 12

/** What the page's style says about a mark; a picture stands alone and takes it along. */
const styled = ['fill', 'stroke', 'stroke-opacity', 'stroke-width', 'font-size', 'font-family']

/** Puts a plot on the clipboard as a PNG in the colours that it has on the page. */
async function copyAsImage(plot: SVGSVGElement): Promise<void> {
  // some browsers want to hear of the item at once and take the picture later
  const item = new ClipboardItem({ 'image/png': draw(plot) })
  await navigator.clipboard.write([item])
}

async function draw(plot: SVGSVGElement): Promise<Blob> {
  const { width, height } = plot.viewBox.baseVal
  const url = URL.createObjectURL(new Blob([standalone(plot)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = new OffscreenCanvas((width + 2 * MARGIN) * SCALE, (height + 2 * MARGIN) * SCALE)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser draws no pictures')
    context.fillStyle = getComputedStyle(plot).getPropertyValue('--surface')
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.scale(SCALE, SCALE)
    context.drawImage(image, MARGIN, MARGIN, width, height)
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The plot as a document that needs no style sheet. */
function standalone(plot: SVGSVGElement): string {
  const copy = plot.cloneNode(true) as SVGSVGElement
  const { width, height } = plot.viewBox.baseVal
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width * SCALE))
  copy.setAttribute('height', String(height * SCALE))
  const marks = [plot, ...plot.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [at, mark] of marks.entries()) {
    const style = getComputedStyle(mark)
    for (const name of styled) copies[at]?.style.setProperty(name, style.getPropertyValue(name))
  }
  return new XMLSerializer().serializeToString(copy)
}
