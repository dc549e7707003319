import { type RefObject, useRef } from 'react'
import { useAction } from '../email/use-action.ts'
import type { FilterLinks } from '../email/use-email-filter.ts'
import { Button } from '../primitives/button.tsx'
import { useBriefly } from '../time/use-briefly.ts'
import { copyAsImage } from './copy-as-image.ts'
import { insightsCopy } from './insights-copy.ts'
import type { Pipeline } from './pipeline.ts'
import { PipelinePlot } from './pipeline-plot.tsx'
import { PlotFigure } from './plot-figure.tsx'

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
      action={pipeline.links.length > 0 && <CopyImage plot={plot} />}
      twinLabel={insightsCopy.asTable}
      twin={
        <table className="w-full text-left">
          <thead>
            <tr>
              <th scope="col">{insightsCopy.from}</th>
              <th scope="col">{insightsCopy.to}</th>
              <th scope="col">{insightsCopy.count}</th>
            </tr>
          </thead>
          <tbody>
            {pipeline.links.map(({ from, to, count }) => (
              <tr key={`${from} ${to}`}>
                <td>{placeNames[from]}</td>
                <td>{placeNames[to]}</td>
                <td className="tabular-nums">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}

function CopyImage({ plot }: { readonly plot: RefObject<SVGSVGElement | null> }) {
  const [isCopied, sayCopied] = useBriefly()
  const copying = useAction(copyAsImage, insightsCopy.copyFailed)

  async function copy(): Promise<void> {
    if (plot.current && (await copying.run(plot.current))) sayCopied()
  }

  return (
    <>
      <Button variant="ghost" size="sm" onClick={copy}>
        {insightsCopy.copyImage}
      </Button>
      <span role="status" className="text-caption text-text-3">
        {isCopied ? insightsCopy.copied : copying.error}
      </span>
    </>
  )
}
