import { type SankeyGraph, type SankeyLink, type SankeyNode, sankey } from 'd3-sankey'
import type { RefObject } from 'react'
import type { EmailFilter, FilterLinks } from '../mail/list/use-email-filter.ts'
import { insightsCopy } from './insights-copy.ts'
import { type Exit, type Pipeline, type Stage, stages } from './pipeline.ts'
import { PlotLink } from './plot-figure.tsx'

const width = 300

interface Look {
  readonly colour: string
  /** The mails that tell of it; null where none does. */
  readonly category: EmailFilter['category'] | null
}

const looks: Readonly<Record<Stage | Exit, Look>> = {
  applied: { colour: 'var(--fam-pipeline)', category: 'job_application' },
  interview: { colour: 'var(--fam-pipeline)', category: 'job_interview' },
  offer: { colour: 'var(--fam-pipeline)', category: 'job_offer' },
  accepted: { colour: 'var(--green-line)', category: 'job_acceptance' },
  rejected: { colour: 'var(--red-line)', category: 'job_rejection' },
  waiting: { colour: 'var(--fam-other)', category: null },
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
          stroke={looks[link.to].colour}
          strokeOpacity={0.4}
          strokeWidth={link.width}
        />
      ))}
      {placed.nodes.map((node) => (
        <PlotLink key={node.place} category={looks[node.place].category} links={links}>
          <Node node={node} />
        </PlotLink>
      ))}
    </svg>
  )
}

function Node({ node }: { readonly node: ReturnType<typeof placeNode> }) {
  const { place, count, x, y, isLast } = node
  return (
    <>
      <rect x={x} y={y} width={node.width} height={node.height} rx={2} fill={looks[place].colour} />
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

interface Place {
  readonly place: Stage | Exit
  /** All that came here, also what has not gone on. */
  readonly fixedValue: number
}
interface Way {
  readonly source: string
  readonly target: string
  readonly value: number
}

const nodeWidth = 10
/** Room above each node for its label. */
const labelHeight = 18

/** Places the pipeline in a box of `width` x `height`; null where nothing has gone anywhere. */
export function layOutPipeline(pipeline: Pipeline, width: number, height: number) {
  if (pipeline.links.length === 0) return null
  const graph = sankey<Place, Way>()
    .nodeId(({ place }) => place)
    .nodeWidth(nodeWidth)
    .nodePadding(labelHeight)
    .nodeSort(null)
    .extent([
      [0, labelHeight],
      [width, height - 2],
    ])(graphOf(pipeline))
  return {
    nodes: graph.nodes.map((node) => placeNode(node, width)),
    links: graph.links.map(placeLink),
  }
}

function graphOf({ reached, exits, links }: Pipeline): SankeyGraph<Place, Way> {
  const counts = { ...reached, ...exits }
  const places = [...stages, 'rejected', 'waiting'] as const
  return {
    nodes: places
      .filter((place) => counts[place] > 0)
      .map((place) => ({ place, fixedValue: counts[place] })),
    links: links.map(({ from, to, count }) => ({ source: from, target: to, value: count })),
  }
}

/** `isLast` says that there is no room on its right. */
function placeNode(node: SankeyNode<Place, Way>, width: number) {
  const { place, fixedValue, x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = node
  const box = { x: x0, y: y0, width: x1 - x0, height: Math.max(1, y1 - y0) }
  return { place, count: fixedValue, ...box, isLast: x1 >= width - 1 }
}

/** `path` runs along the middle of the band. */
function placeLink({ source, target, y0 = 0, y1 = 0, width = 0 }: SankeyLink<Place, Way>) {
  const [from, to] = [nodeOf(source), nodeOf(target)]
  const [x0, x1] = [from.x1 ?? 0, to.x0 ?? 0]
  const middle = (x0 + x1) / 2
  return {
    to: to.place,
    key: `${from.place} ${to.place}`,
    // the curve of sankeyLinkHorizontal, which brings two libraries along
    path: `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`,
    width: Math.max(1, width),
  }
}

/** The layout has put the nodes in place of their ids. */
function nodeOf(end: SankeyLink<Place, Way>['source']): SankeyNode<Place, Way> {
  if (typeof end !== 'object') throw new Error('the layout has left an id in a link')
  return end
}
