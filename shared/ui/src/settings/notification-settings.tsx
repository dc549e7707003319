import { useState } from 'react'
import { type NotificationKind, notificationKinds } from '../notifications/due.ts'
import { notificationCopy } from '../notifications/notification-copy.ts'
import { beginAnew } from '../notifications/told.ts'
import { ErrorLine } from '../primitives/error-box.tsx'
import { Switch } from '../primitives/switch.tsx'
import { Card } from './card.tsx'
import { useHideDetails, useNotifications } from './settings.ts'

/** Which notifications this browser shows; it is asked for its permission at the first one. */
export function NotificationSettings() {
  const notifications = useNotifications()
  const [hidesDetails, setHidesDetails] = useHideDetails()
  const [permission, setPermission] = useState(permissionNow)

  async function choose(kind: NotificationKind, isOn: boolean): Promise<void> {
    const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted'
    setPermission(permissionNow())
    if (!isAllowed) return
    if (!notifications.hasAny) beginAnew()
    notifications[kind][1](isOn)
  }

  const { notifications: title, kept, none, kinds } = notificationCopy
  if (permission === null) return <Card title={title}>{none}</Card>
  return (
    <Card title={title} text={kept}>
      {notificationKinds.map((kind) => {
        const [label, hint] = kinds[kind]
        return (
          <Switch
            key={kind}
            label={label}
            hint={hint}
            checked={notifications[kind][0] && permission === 'granted'}
            onChange={(isOn) => void choose(kind, isOn)}
          />
        )
      })}
      <Switch
        label={notificationCopy.hideDetails}
        hint={notificationCopy.hideDetailsHint}
        checked={hidesDetails}
        onChange={setHidesDetails}
      />
      <ErrorLine error={permission === 'denied' ? notificationCopy.refused : null} />
    </Card>
  )
}

/** Null where there are none: on pages that are not encrypted, unless they are of this computer. */
function permissionNow(): NotificationPermission | null {
  return 'Notification' in window && 'locks' in navigator ? Notification.permission : null
}
