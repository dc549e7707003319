import { copy } from '@shortlist/ui/copy'
import { Button } from '@shortlist/ui/primitives/button.tsx'
import { CopyLine } from '@shortlist/ui/primitives/copy-button.tsx'
import { notify } from '@shortlist/ui/toasts/notify'
import { menuNames } from '../host/menu-names.ts'
import {
  type Allowed,
  followAllowed,
  type Permission,
  readAllowed,
  removePermissions,
} from '../host/permissions.ts'
import { useKept } from '../host/use-kept.ts'
import { optionsCopy } from './options-copy.ts'
import { Section } from './section.tsx'

const texts = optionsCopy.privacy
const doctor = `${copy.shell.startCommand} doctor`

/** What the extension may do and why, and where the data lies. */
export function PrivacySection() {
  const allowed = useKept(readAllowed, followAllowed)
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
      {askedPermissions.filter(isOfThisBrowser).map((asked) => {
        const { name, why, permissions, isOptional } = asked
        const isAllowed = permissions
          ? permissions.every((each) => allowed.permissions.includes(each))
          : allowed.origins.length > 0
        return (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-baseline gap-x-2 text-ui">
                {name}
                <span className="text-caption text-text-3">
                  {isAllowed ? texts.allowed : isOptional ? texts.onUse : texts.notAllowed}
                </span>
              </p>
              <p className="text-caption text-text-3">{why}</p>
            </div>
            {isOptional && isAllowed && (
              <Button size="sm" aria-label={texts.takeBackOf(name)} onClick={() => takeBack(asked)}>
                {texts.takeBack}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

async function takeBack({ permissions = [] }: AskedPermission): Promise<void> {
  if (!(await removePermissions(permissions))) notify('error', texts.keptByBrowser)
}

/** Firefox has a sidebar without being asked for one. */
function isOfThisBrowser({ permissions }: AskedPermission): boolean {
  return !(import.meta.env.FIREFOX && permissions?.includes('sidePanel'))
}

/** One permission as the user meets it. */
interface AskedPermission {
  readonly name: string
  readonly why: string
  /** What the browser calls it; left out for addresses, which it lists apart. */
  readonly permissions?: readonly Permission[]
  /** Whether it is asked for when it is needed, instead of with the installation. */
  readonly isOptional: boolean
}

/** Everything that the manifests ask for, and why. */
const askedPermissions: readonly AskedPermission[] = [
  {
    name: 'http://localhost',
    why: 'Talks to Shortlist on this computer. Chrome gives port 4000 with the installation; for another port, and in Firefox, you are asked.',
    isOptional: false,
  },
  {
    name: 'Side panel',
    why: 'Shows Shortlist beside the page. Firefox needs no permission for it.',
    permissions: ['sidePanel'],
    isOptional: false,
  },
  {
    name: 'Storage',
    why: 'Keeps these options, and hands what you select to the panel.',
    permissions: ['storage'],
    isOptional: false,
  },
  {
    name: 'Context menu',
    why: `Offers "${menuNames.selection}" and "${menuNames.page}" after a right click.`,
    permissions: ['contextMenus'],
    isOptional: false,
  },
  {
    name: 'The page in front',
    why: `Reads the text of one page when you choose "${menuNames.page}", and never at another time.`,
    permissions: ['activeTab', 'scripting'],
    isOptional: true,
  },
  {
    name: 'Notifications',
    why: 'Says that a sync has ended, if you switch that on.',
    permissions: ['notifications'],
    isOptional: true,
  },
]
