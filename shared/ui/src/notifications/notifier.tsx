import { useEffect, useEffectEvent, useState } from 'react'
import { useHideDetails, useNotifications } from '../settings/settings.ts'
import { useToday, WAIT_MAX } from '../today/use-today.ts'
import { type Due, dueAt, nextDue } from './due.ts'
import { notificationCopy } from './notification-copy.ts'
import { becomeTeller, tellOnce } from './told.ts'

/** A mail may write as much as it likes. */
const DETAILS_MAX = 160
/** So many new appointments are told of one by one. */
const APPOINTMENTS_APART = 2

interface NotifierProps {
  readonly userId: string
  /** Shows the mail that a notification is about, in the tab that has told of it. */
  readonly onOpen: (emailId: string) => void
}

/** Tells an account of what is due, in one tab of all that are open; draws nothing. */
export function Notifier({ userId, onOpen }: NotifierProps) {
  const { data: today } = useToday()
  const chosen = useNotifications()
  const [hidesDetails] = useHideDetails()
  const [isTeller, setIsTeller] = useState(false)

  const tell = useEffectEvent(() => {
    if (!today || Notification.permission !== 'granted') return
    const isWanted = ({ kind }: Due) => chosen[kind][0]
    tellOnce(userId, (since, isTold) => {
      const due = dueAt(today, new Date(), since).filter(({ id }) => !isTold(id))
      for (const each of inFew(due.filter(isWanted))) show(each)
      // what was entered is not new any more, whether somebody wanted to hear of it or not
      return due.filter((each) => isWanted(each) || each.kind === 'appointment').map(({ id }) => id)
    })
  })

  const show = ({ id, title, details, emailId }: Due) => {
    const body = hidesDetails ? '' : details.slice(0, DETAILS_MAX)
    const shown = new Notification(title, { tag: id, body })
    shown.onclick = () => {
      window.focus()
      onOpen(emailId)
      shown.close()
    }
  }

  useEffect(() => becomeTeller(() => setIsTeller(true)), [])

  useEffect(() => {
    if (!today || !isTeller) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      tell()
      const next = nextDue(today, new Date())
      if (next !== undefined) timer = setTimeout(look, Math.min(next - Date.now(), WAIT_MAX))
    }
    look()
    return () => clearTimeout(timer)
  }, [today, isTeller])

  return null
}

/** A sync that enters many appointments is told of once. */
function inFew(due: readonly Due[]): readonly Due[] {
  const appointments = due.filter(({ kind }) => kind === 'appointment')
  const [newest] = appointments
  if (!newest || appointments.length <= APPOINTMENTS_APART) return due
  const title = notificationCopy.severalEntered(appointments.length)
  const together = { ...newest, id: 'appointments', title, details: '' }
  return [...due.filter(({ kind }) => kind !== 'appointment'), together]
}
