import { expect, it } from 'vitest'
import type { Pipeline } from './pipeline.ts'
import { layOutPipeline } from './pipeline-plot.tsx'

const pipeline: Pipeline = {
  reached: { applied: 24, interview: 6, offer: 2, accepted: 0 },
  exits: { rejected: 9, waiting: 9 },
  links: [
    { from: 'applied', to: 'interview', count: 6 },
    { from: 'applied', to: 'rejected', count: 8 },
    { from: 'applied', to: 'waiting', count: 9 },
    { from: 'interview', to: 'offer', count: 2 },
    { from: 'interview', to: 'rejected', count: 1 },
  ],
  analyzed: 60,
}

it('draws a node for each place that anybody has reached', () => {
  const placed = layOutPipeline(pipeline, 300, 170)

  expect(placed?.nodes.map(({ place, count }) => [place, count])).toEqual([
    ['applied', 24],
    ['interview', 6],
    ['offer', 2],
    ['rejected', 9],
    ['waiting', 9],
  ])
})

it('makes nodes and bands as high as their counts', () => {
  const placed = layOutPipeline(pipeline, 300, 170)
  const [applied, interview] = placed?.nodes ?? []
  const [toInterview] = placed?.links ?? []

  expect((interview?.height ?? 0) / (applied?.height ?? 1)).toBeCloseTo(6 / 24)
  expect(toInterview?.width).toBeCloseTo(interview?.height ?? 0)
})

it('stays within its box', () => {
  for (const { x, y, width, height } of layOutPipeline(pipeline, 300, 170)?.nodes ?? []) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(300.01)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(170.01)
  }
})

it('draws nothing while nothing has gone anywhere', () => {
  expect(layOutPipeline({ ...pipeline, links: [] }, 300, 170)).toBeNull()
})

it('survives one single application', () => {
  const one: Pipeline = {
    reached: { applied: 1, interview: 0, offer: 0, accepted: 0 },
    exits: { rejected: 1, waiting: 0 },
    links: [{ from: 'applied', to: 'rejected', count: 1 }],
    analyzed: 1,
  }
  const placed = layOutPipeline(one, 300, 120)

  expect(placed?.links[0]?.path).not.toContain('NaN')
  expect(placed?.nodes).toHaveLength(2)
})
