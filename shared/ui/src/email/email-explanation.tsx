import type { Analysis } from '@shortlist/contracts/mail'
import { Button } from '../primitives/button.tsx'
import { ErrorLine } from '../primitives/error-box.tsx'
import type { EmailProps } from './card-setting.ts'
import { CategoryIcon } from './category-icon.tsx'
import { emailCopy } from './email-copy.ts'
import { useAction } from './use-action.ts'

interface EmailExplanationProps extends EmailProps {
  readonly analysis: Analysis
}

/**
 * How sure the analysis is of the category and why, with the likeliest others: a press on one of
 * them corrects it. A finding of an earlier version says nothing of this.
 */
export function EmailExplanation({ email, analysis, setting }: EmailExplanationProps) {
  const correct = useAction(setting.actions.correct, emailCopy.correctFailed)
  const { explanation } = analysis
  if (!explanation) return null
  const others = explanation.categories.filter((each) => each !== email.category).slice(0, 2)
  const isCorrected = email.corrected.includes('category')
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-text-2">
      <p role="status" className="wrap-anywhere">
        {isCorrected && email.category
          ? emailCopy.youChose(email.category)
          : emailCopy.explain(analysis)}
      </p>
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="contents">{emailCopy.changeTo}</legend>
        {others.map((other, place) => (
          <Button
            // a press replaces the category in its place, and the focus stays there
            key={place}
            size="sm"
            aria-label={emailCopy.changeCategoryTo(other)}
            onClick={() => correct.run(email.id, { category: other })}
            className="gap-1 px-2 text-caption"
          >
            <CategoryIcon category={other} />
            {other}
          </Button>
        ))}
      </fieldset>
      <ErrorLine error={correct.error} />
    </div>
  )
}
