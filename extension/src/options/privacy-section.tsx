import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CopyLine } from '@shortlist/ui/primitives/copy-button.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import { type Allowed, removePermissions } from '../host/permissions.ts'
import { type AskedPermission, askedAddress, askedPermissions } from './asked-permissions.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'
import { useAllowed } from './use-allowed.ts'

const texts = optionsCopy.privacy
const doctor = `${copy.shell.startCommand} doctor`

/** What the extension may do and why, and where the data lies. */
export function PrivacySection() {
  const allowed = useAllowed()
  return (
    <Section title={texts.title}>
      <p className="text-text-2">{texts.text}</p>
      <div className="grid justify-items-start gap-1.5">
        <p className="text-text-2">{texts.data}</p>
        <CopyLine text={doctor} label={texts.copyCommand} />
      </div>
      <h3 className="mt-1 text-meta font-medium">{texts.permissions}</h3>
      {allowed && <Permissions allowed={allowed} />}
    </Section>
  )
}

function Permissions({ allowed }: { readonly allowed: Allowed }) {
  return (
    <ul className="grid gap-3">
      <li>
        <PermissionText {...askedAddress}>
          {allowed.origins.length > 0 ? texts.allowed : texts.notAllowed}
        </PermissionText>
      </li>
      {askedPermissions.filter(isOfThisBrowser).map((asked) => (
        <li
          key={asked.name}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
        >
          <Permission asked={asked} isAllowed={isAllowed(asked, allowed)} />
        </li>
      ))}
    </ul>
  )
}

interface PermissionProps {
  readonly asked: AskedPermission
  readonly isAllowed: boolean
}

function Permission({ asked, isAllowed }: PermissionProps) {
  const { name, why, isOptional } = asked
  return (
    <>
      <PermissionText name={name} why={why}>
        {isAllowed ? texts.allowed : isOptional ? texts.onUse : texts.notAllowed}
      </PermissionText>
      {isOptional && isAllowed && (
        <Button size="sm" aria-label={texts.takeBackOf(name)} onClick={() => takeBack(asked)}>
          {texts.takeBack}
        </Button>
      )}
    </>
  )
}

interface PermissionTextProps {
  readonly name: string
  readonly why: string
  readonly children: string
}

function PermissionText({ name, why, children }: PermissionTextProps) {
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="flex flex-wrap items-baseline gap-x-2 text-ui">
        {name}
        <span className="text-caption text-text-3">{children}</span>
      </p>
      <p className="text-caption text-text-3">{why}</p>
    </div>
  )
}

async function takeBack({ permissions }: AskedPermission): Promise<void> {
  if (!(await removePermissions(permissions))) notify('error', texts.keptByBrowser)
}

function isAllowed({ permissions }: AskedPermission, allowed: Allowed): boolean {
  return permissions.every((permission) => allowed.permissions.includes(permission))
}

/** Firefox has a sidebar without being asked for one. */
function isOfThisBrowser({ permissions }: AskedPermission): boolean {
  return !(import.meta.env.FIREFOX && permissions.includes('sidePanel'))
}
