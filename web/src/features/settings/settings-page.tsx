import { PasswordQuestions } from '@shortlist/ui/auth/password-questions.tsx'
import { useClient } from '@shortlist/ui/client-provider.tsx'
import { notificationCopy } from '@shortlist/ui/notifications/notification-copy'
import { lazyPart } from '@shortlist/ui/primitives/lazy-part'
import { PageLoading } from '@shortlist/ui/primitives/loading.tsx'
import { useMachine } from '@shortlist/ui/settings/use-settings'
import {
  aboutCopy,
  accountCopy,
  appearanceCopy,
  calendarSettingsCopy,
  dataCopy,
  modelCopy,
  peopleCopy,
  sectionCopy,
  settingsCopy,
} from '@shortlist/ui/settings-copy'
import { shellCopy } from '@shortlist/ui/shell-copy'
import {
  Bell,
  CalendarDays,
  Cpu,
  Database,
  Info,
  type LucideIcon,
  Mail,
  Palette,
  User,
  Users,
} from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { appPath } from '../../host/app-path.ts'
import { oauthPopup } from '../../host/oauth-popup.ts'
import { paths } from '../../host/paths.ts'
import { PageTitle } from '../../host/replies.tsx'
import { Link, Navigate, useNavigate, useParams } from '../../host/router.ts'
import '@shortlist/ui/settings/settings.css'

interface SectionRow {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly Section: ComponentType
  /** Whose it is: that of everybody where it is left out. */
  readonly isOf?: 'account' | 'owner'
}

const MailboxSettings = lazyPart(
  async () => (await import('@shortlist/ui/settings/mailbox-settings.tsx')).MailboxSettings,
)

/** The mailbox of the account; one that was just connected is looked at. */
function Mailbox() {
  const navigate = useNavigate()
  return <MailboxSettings onConnected={() => navigate(paths.mail)} />
}

const Account = lazyPart(
  async () => (await import('@shortlist/ui/settings/account-settings.tsx')).AccountSettings,
)
const PeopleSection = lazyPart(
  async () => (await import('@shortlist/ui/settings/people-settings.tsx')).PeopleSettings,
)
const Model = lazyPart(
  async () => (await import('@shortlist/ui/settings/model-settings.tsx')).ModelSettings,
)
const CalendarSettings = lazyPart(
  async () => (await import('@shortlist/ui/settings/calendar-settings.tsx')).CalendarSettings,
)
const Calendar = () => <CalendarSettings host={oauthPopup} />
const Appearance = lazyPart(
  async () => (await import('@shortlist/ui/settings/appearance-settings.tsx')).AppearanceSettings,
)
const Notifications = lazyPart(
  async () =>
    (await import('@shortlist/ui/settings/notification-settings.tsx')).NotificationSettings,
)
const Data = lazyPart(
  async () => (await import('@shortlist/ui/settings/data-settings.tsx')).DataSettings,
)
const AboutSettings = lazyPart(
  async () => (await import('@shortlist/ui/settings/about-settings.tsx')).AboutSettings,
)
const About = () => <AboutSettings licencesUrl={`${appPath}licences.txt`} />

/** Every section, in the order of the screen. */
const groups: readonly { readonly title: string; readonly rows: readonly SectionRow[] }[] = [
  {
    title: sectionCopy.yours,
    rows: [
      { id: 'account', label: accountCopy.account, icon: User, Section: Account, isOf: 'account' },
      { id: 'mailbox', label: settingsCopy.mailbox, icon: Mail, Section: Mailbox },
      { id: 'model', label: modelCopy.model, icon: Cpu, Section: Model },
      {
        id: 'calendar',
        label: calendarSettingsCopy.calendar,
        icon: CalendarDays,
        Section: Calendar,
      },
      {
        id: 'notifications',
        label: notificationCopy.notifications,
        icon: Bell,
        Section: Notifications,
      },
      { id: 'appearance', label: appearanceCopy.appearance, icon: Palette, Section: Appearance },
      { id: 'data', label: dataCopy.data, icon: Database, Section: Data, isOf: 'account' },
    ],
  },
  {
    title: sectionCopy.computer,
    rows: [
      {
        id: 'people',
        label: peopleCopy.people,
        icon: Users,
        Section: PeopleSection,
        isOf: 'owner',
      },
      { id: 'about', label: aboutCopy.about, icon: Info, Section: About },
    ],
  },
]

/** Where the sections are a row that scrolls, the one that is shown may lie beyond its edge. */
function bringIntoView(link: HTMLElement | null): void {
  // jsdom has no scrolling
  link?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

/** What the account and the owner of the computer have set, a section at a time. */
export function SettingsPage() {
  const { section } = useParams()
  const { abilities } = useClient()
  const isOwner = useMachine().data?.isOwner ?? false
  const isFor = { account: abilities.canSignOut, owner: abilities.canSignOut && isOwner }
  const shown = groups.flatMap(({ rows }) => rows).find(({ id }) => id === section)
  if (!shown) return <Navigate to={paths.settings} replace />
  return (
    <div className="settings">
      <PageTitle of={shellCopy.settings} />
      <h2>{shellCopy.settings}</h2>
      <div className="settings-body">
        <nav aria-label={shellCopy.settings} className="settings-tabs">
          {groups.map(({ title, rows }) => (
            <section key={title} aria-label={title}>
              <p aria-hidden="true">{title}</p>
              {rows
                .filter(({ isOf }) => isOf === undefined || isFor[isOf])
                .map(({ id, label, icon: Icon }) => (
                  <Link
                    key={id}
                    to={paths.settingsOf(id)}
                    ref={id === section ? bringIntoView : undefined}
                    aria-current={id === section ? 'page' : undefined}
                  >
                    <Icon aria-hidden="true" />
                    {label}
                  </Link>
                ))}
            </section>
          ))}
        </nav>
        <div>
          <Suspense fallback={<PageLoading />}>
            <PasswordQuestions>
              <shown.Section />
            </PasswordQuestions>
          </Suspense>
        </div>
      </div>
    </div>
  )
}
