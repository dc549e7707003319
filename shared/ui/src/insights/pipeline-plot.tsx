import type { RefObject } from 'react'
import type { EmailFilter } from '../email/matches-filter.ts'
import type { FilterLinks } from '../email/use-email-filter.ts'
import { insightsCopy } from './insights-copy.ts'
import { layOutPipeline, type PlacedNode } from './lay-out-pipeline.ts'
import type { Exit, Pipeline, Stage } from './pipeline.ts'
import { PlotLink } from './plot-link.tsx'

const width = 300

const colours: Readonly<Record<Stage | Exit, string>> = {
  applied: 'var(--fam-pipeline)',
  interview: 'var(--fam-pipeline)',
  offer: 'var(--fam-pipeline)',
  accepted: 'var(--green-line)',
  rejected: 'var(--red-line)',
  waiting: 'var(--fam-other)',
}

const categories: Readonly<Record<Stage | Exit, EmailFilter['category'] | null>> = {
  applied: 'job_application',
  interview: 'job_interview',
  offer: 'job_offer',
  accepted: 'job_acceptance',
  rejected: 'job_rejection',
  waiting: null,
}

interface PipelinePlotProps {
  readonly pipeline: Pipeline
  readonly height: number
  readonly links?: FilterLinks
  readonly ref?: RefObject<SVGSVGElement | null>
}

/** What became of applications, as bands from one stage to the next; counts only, no names. */
export function PipelinePlot({ pipeline, height, links, ref }: PipelinePlotProps) {
  const placed = layOutPipeline(pipeline, width, height)
  if (!placed) return null
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${width} ${height}`}
      role={links ? 'group' : 'img'}
      aria-label={insightsCopy.pipelineSentence(pipeline)}
      className="mt-2 w-full"
      fontSize={11}
    >
      {placed.links.map((link) => (
        <path
          key={link.key}
          d={link.path}
          fill="none"
          stroke={colours[link.to]}
          strokeOpacity={0.4}
          strokeWidth={link.width}
        />
      ))}
      {placed.nodes.map((node) => {
        const category = categories[node.place]
        return category ? (
          <PlotLink key={node.place} category={category} links={links}>
            <Node node={node} />
          </PlotLink>
        ) : (
          <Node key={node.place} node={node} />
        )
      })}
    </svg>
  )
}

function Node({ node }: { readonly node: PlacedNode }) {
  const { place, count, x, y, isLast } = node
  return (
    <>
      <rect x={x} y={y} width={node.width} height={node.height} rx={2} fill={colours[place]} />
      <text
        x={isLast ? x + node.width : x}
        y={y - 5}
        textAnchor={isLast ? 'end' : 'start'}
        fill="var(--text)"
      >
        {`${insightsCopy.placeNames[place]} ${count}`}
      </text>
    </>
  )
}
