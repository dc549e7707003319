import { setupCopy } from '@shortlist/ui/email/setup-copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { Select } from '@shortlist/ui/primitives/select.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { EnvironmentLines } from './environment-lines.tsx'
import { type ProviderHint, providers } from './providers.ts'
import { Step } from './step.tsx'

interface GmailStepsProps {
  readonly isChecking: boolean
  readonly onCheck: () => void
}

const { steps } = setupCopy
const choices = providers.map(({ name }) => ({ value: name, label: name }))

/** The five steps to a mailbox (specification, section 2). */
export function GmailSteps({ isChecking, onCheck }: GmailStepsProps) {
  const [provider, setProvider] = useState<ProviderHint>(providers[0])

  return (
    <div className="grid min-w-0 content-start gap-4">
      <div>
        <Select
          label={setupCopy.provider}
          value={provider.name}
          choices={choices}
          onChange={(name) => setProvider(providers.find((each) => each.name === name) ?? provider)}
        >
          {setupCopy.providerValue(provider.name)}
          <ChevronDown aria-hidden="true" />
        </Select>
      </div>
      <ol className="grid min-w-0 gap-4">
        <Step number={1} title={steps.imap}>
          <p className={small}>{steps.imapText}</p>
        </Step>
        <Step number={2} title={steps.password}>
          <p className={small}>{`${steps.passwordText} ${provider.note}`}</p>
          {provider.appPasswordUrl && (
            <p className="text-meta">
              <a href={provider.appPasswordUrl} target="_blank" rel="noreferrer">
                {steps.passwordLink(provider.name)}
              </a>
            </p>
          )}
        </Step>
        <Step number={3} title={steps.variables}>
          <p className={small}>{steps.variablesText}</p>
          <EnvironmentLines host={provider.host} />
        </Step>
        <Step number={4} title={steps.restart}>
          <p className={small}>{steps.restartText}</p>
        </Step>
        <Step number={5} title={steps.check}>
          <div>
            <Button disabled={isChecking} onClick={onCheck}>
              {isChecking ? setupCopy.isChecking : setupCopy.checkAgain}
            </Button>
          </div>
        </Step>
      </ol>
    </div>
  )
}

const small = 'text-meta text-text-2'
