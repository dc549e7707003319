import { Fragment } from 'react'
import { shellCopy } from '../shell-copy.ts'
import { type Key, pressesOf } from './keys.ts'

/** Keys with what they do. */
export function KeyList({ rows }: { readonly rows: readonly Key[] }) {
  return (
    <dl className="grid grid-cols-2 gap-y-1 text-meta">
      {rows.map(({ id, keys, words }) => (
        <Fragment key={id}>
          <dt>{words}</dt>
          <dd>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && <span className="text-text-3">{shellCopy.or} </span>}
                {pressesOf(key).map((press) => (
                  <kbd
                    key={press}
                    className="mr-1 rounded-sm border border-border bg-surface-2 px-1.5 font-mono text-caption"
                  >
                    {press}
                  </kbd>
                ))}
              </Fragment>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
