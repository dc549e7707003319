import { useQueryClient } from '@tanstack/react-query'
import { useClient, useRefreshOn } from '../../client-provider.tsx'
import { Button } from '../../primitives/button.tsx'
import { ErrorLine } from '../../primitives/error-box.tsx'
import { useAction } from '../../primitives/use-action.ts'
import { settingsKey, useSettings } from '../../settings/use-settings.ts'
import { mailCopy } from '../mail-copy.ts'

/** Asks once whether a model may analyse the mails; what is said holds until Settings say otherwise. */
export function ModelQuestion() {
  const client = useClient()
  const cache = useQueryClient()
  const question = useSettings().data?.modelQuestion
  const answering = useAction(async (isAllowed: boolean) => {
    cache.setQueryData(settingsKey, await client.settings.allowModel(isAllowed))
  }, mailCopy.changeFailed)

  // mails come by syncs, and between them by themselves
  useRefreshOn(settingsKey, ['mail-rows-changed'])

  if (!question) return null
  return (
    <div className="flex flex-wrap items-center gap-3 text-text-2 print:hidden">
      <p role="status" className="min-w-0 flex-1 basis-40">
        {mailCopy.modelQuestion(question)}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          disabled={answering.isRunning}
          onClick={() => void answering.run(true)}
        >
          {mailCopy.useModel(question.model)}
        </Button>
        <Button size="sm" disabled={answering.isRunning} onClick={() => void answering.run(false)}>
          {mailCopy.useRules}
        </Button>
      </div>
      <ErrorLine error={answering.error} />
    </div>
  )
}
