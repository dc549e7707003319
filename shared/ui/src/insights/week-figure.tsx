import type { Email } from '@shortlist/contracts/mail'
import { addWeeks, differenceInCalendarISOWeeks, getISOWeek, startOfISOWeek } from 'date-fns'
import type { FilterLinks } from '../mail/list/use-email-filter.ts'
import { categoryLooks, type Family, families, familyColour } from '../mail/mail-looks.tsx'
import { insightsCopy } from './insights-copy.ts'
import { PlotFigure, PlotLink, TwinTable } from './plot-figure.tsx'

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
      plot={<WeekPlot weeks={weeks} links={links} />}
      twinLabel={insightsCopy.asTable}
      twin={
        <TwinTable head={[insightsCopy.week, ...families.map((family) => familyNames[family])]}>
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
        </TwinTable>
      }
    />
  )
}

function WeekPlot({ weeks, links }: WeekFigureProps) {
  const most = Math.max(1, ...weeks.map(({ total }) => total))
  const toHeight = (count: number) => (count / most) * (height - axis)
  const step = width / weeks.length
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no other element for a group of marks */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={insightsCopy.byWeek}
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

/** How many weeks are shown, this one included. */
export const WEEKS = 8

export interface Week {
  /** The number of the week in its year (ISO 8601), which begins on Monday in the user's zone. */
  readonly number: number
  readonly counts: Readonly<Record<Family, number>>
  readonly total: number
}

/** How many mails of each family came in each of the last weeks, oldest first. */
export function mailByWeek(emails: readonly Email[], now: Date): readonly Week[] {
  const first = addWeeks(startOfISOWeek(now), 1 - WEEKS)
  const weeks = Array.from({ length: WEEKS }, () => ({
    pipeline: 0,
    people: 0,
    reading: 0,
    other: 0,
  }))
  for (const { category, date } of emails) {
    const at = category ? differenceInCalendarISOWeeks(date, first) : -1
    const week = weeks[at]
    if (category && week) week[categoryLooks[category].family]++
  }
  return weeks.map((counts, at) => ({
    number: getISOWeek(addWeeks(first, at)),
    counts,
    total: sumOf(counts, families),
  }))
}
