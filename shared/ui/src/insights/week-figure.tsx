import { type Family, families, familyColour } from '../email/categories.ts'
import type { FilterLinks } from '../email/use-email-filter.ts'
import { insightsCopy } from './insights-copy.ts'
import type { Week } from './mail-by-week.ts'
import { PlotFigure } from './plot-figure.tsx'
import { PlotLink } from './plot-link.tsx'

const width = 300
const height = 110
const axis = 16
/** Space between two weeks and between two bands, in units. */
const gap = 8
const bandGap = 2

interface WeekFigureProps {
  readonly weeks: readonly Week[]
  readonly links: FilterLinks
}

/** How many emails of each family came in each week, as bars and as a table. */
export function WeekFigure({ weeks, links }: WeekFigureProps) {
  const { familyNames } = insightsCopy
  const total = weeks.reduce((sum, week) => sum + week.total, 0)
  return (
    <PlotFigure
      title={insightsCopy.byWeekHint}
      sentence={insightsCopy.byWeekSentence(total, weeks.length)}
      plot={<WeekPlot weeks={weeks} links={links} label={insightsCopy.byWeek} />}
      twinLabel={insightsCopy.asTable}
      twin={
        <table className="w-full text-left">
          <thead>
            <tr>
              <th scope="col">{insightsCopy.week}</th>
              {families.map((family) => (
                <th key={family} scope="col">
                  {familyNames[family]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ number, counts }) => (
              <tr key={number}>
                <th scope="row">{insightsCopy.weekName(number)}</th>
                {families.map((family) => (
                  <td key={family} className="tabular-nums">
                    {counts[family]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}

interface WeekPlotProps extends WeekFigureProps {
  readonly label: string
}

function WeekPlot({ weeks, links, label }: WeekPlotProps) {
  const most = Math.max(1, ...weeks.map(({ total }) => total))
  const toHeight = (count: number) => (count / most) * (height - axis)
  const step = width / weeks.length
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no other element for a group of marks */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
        className="mt-2 w-full"
        fontSize={10}
      >
        {families.map((family, above) => (
          <PlotLink key={family} category={family} links={links}>
            {weeks.map(({ number, counts }, at) => (
              <rect
                key={number}
                x={at * step + gap / 2}
                y={height - axis - toHeight(sumOf(counts, families.slice(0, above + 1)))}
                width={step - gap}
                height={Math.max(0, toHeight(counts[family]) - bandGap)}
                fill={familyColour(family)}
              />
            ))}
          </PlotLink>
        ))}
        {weeks.map(({ number }, at) => (
          <text
            key={number}
            x={(at + 0.5) * step}
            y={height - 3}
            textAnchor="middle"
            fill="var(--text-3)"
          >
            {insightsCopy.weekName(number)}
          </text>
        ))}
      </svg>
      <Legend />
    </>
  )
}

/** The bands of a bar lie on each other. */
function sumOf(counts: Week['counts'], below: readonly Family[]): number {
  return below.reduce((sum, family) => sum + counts[family], 0)
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-3 text-caption text-text-2">
      {families.map((family) => (
        <li key={family} className="flex items-center gap-1">
          <span
            aria-hidden="true"
            className="size-2 rounded-full forced-color-adjust-none"
            style={{ background: familyColour(family) }}
          />
          {insightsCopy.familyNames[family]}
        </li>
      ))}
    </ul>
  )
}
