import { menuNames } from '../host/menu-names.ts'
import type { Permission } from '../host/permissions.ts'

/** One permission as the user meets it. */
export interface AskedPermission {
  readonly name: string
  readonly why: string
  /** What the browser calls it. */
  readonly permissions: readonly Permission[]
  /** Whether it is asked for when it is needed, instead of with the installation. */
  readonly isOptional: boolean
}

/** Everything that the manifests ask for but the address of Shortlist, and why. */
export const askedPermissions: readonly AskedPermission[] = [
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

/** The address of Shortlist, which browsers list apart from the other permissions. */
export const askedAddress = {
  name: 'http://localhost',
  why: 'Talks to Shortlist on this computer. Chrome gives port 4000 with the installation; for another port, and in Firefox, you are asked.',
} as const
