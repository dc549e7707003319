import type { Mode } from '@shortlist/contracts/chat'
import { useStoredSetting } from './stored-setting.ts'

/** "Always load remote images": off until it is switched on. */
export function useLoadRemoteImages() {
  return useSwitch('shortlist.remote-images', ['off', 'on'])
}

/** Whether single keys such as `n` do something: on until they are switched off. */
export function useSingleKeys() {
  return useSwitch('shortlist.single-keys', ['on', 'off'])
}

/** Whether the calendar stands beside a coach chat where there is room: on until it is closed. */
export function useCalendarRail() {
  return useSwitch('shortlist.calendar-rail', ['on', 'off'])
}

/** Whether the places stand in a sidebar where there is room: on until it is folded to a rail. */
export function useSidebar() {
  return useSwitch('shortlist.sidebar', ['on', 'off'])
}

/** Whether all mails stand as whole cards: rows until cards are chosen. */
export function useCards() {
  return useSwitch('shortlist.cards', ['off', 'on'])
}

/** Which notifications this browser shows: none until they are switched on. */
export function useNotifications() {
  const switches = {
    appointment: useSwitch('shortlist.notify-appointment', ['off', 'on']),
    soon: useSwitch('shortlist.notify-soon', ['off', 'on']),
    deadline: useSwitch('shortlist.notify-deadline', ['off', 'on']),
  }
  return { ...switches, hasAny: Object.values(switches).some(([isOn]) => isOn) }
}

/** Whether notifications say what happens alone: off until it is switched on. */
export function useHideDetails() {
  return useSwitch('shortlist.notify-hide-details', ['off', 'on'])
}

/** The mode that was chosen last, the job search until one was; a new chat begins with it. */
export function useMode() {
  return useStoredSetting<Mode>('shortlist.mode', ['coach', 'chat'])
}

function useSwitch(key: string, choices: readonly ['on' | 'off', 'on' | 'off']) {
  const [value, choose] = useStoredSetting(key, choices)
  return [value === 'on', (isOn: boolean) => choose(isOn ? 'on' : 'off')] as const
}
