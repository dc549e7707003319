import { expect, it } from 'vitest'
import { freshFolder } from '../../../.config/testing/fresh-folder.ts'
import { openWorkingTimes } from './working-times.ts'

async function open(folder: string, given?: string) {
  const told: string[] = []
  const realtime = {
    publish: (userId: string, name: string) => void told.push(`${userId} ${name}`),
  }
  const times = await openWorkingTimes({ folder, report() {}, given, realtime })
  return { times, told }
}

const hours = { days: [5, 1, 5], from: '08:00', to: '12:30' }

it('keeps zone and hours of each account over restarts, and the environment goes before', async () => {
  const folder = await freshFolder()
  const { times, told } = await open(folder)
  const system = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const usual = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
  expect(times.read('ada')).toEqual({ zone: system, setBy: null, hours: usual })
  expect(times.hoursOf('ada')).toBeUndefined()

  await times.change('ada', { zone: 'Europe/Lisbon' })
  await times.change('ada', { hours })
  const kept = { ...hours, days: [1, 5] }
  expect(times.read('ada')).toEqual({ zone: 'Europe/Lisbon', setBy: null, hours: kept })
  expect(times.read('bob').zone).toBe(system)
  expect(told).toEqual(['ada calendar-changed', 'ada calendar-changed'])

  const { times: given } = await open(folder, 'Asia/Tokyo')
  expect(given.read('ada')).toEqual({ zone: 'Asia/Tokyo', setBy: 'USER_TIME_ZONE', hours: kept })
  await expect(given.change('ada', { zone: 'Europe/Paris' })).rejects.toMatchObject({
    code: 'SET_BY_ENVIRONMENT',
  })
  const { times: again } = await open(folder)
  expect(again.zoneOf('ada')).toBe('Europe/Lisbon')
  await again.forget('ada')
  expect((await open(folder)).times.read('ada').hours).toEqual(usual)
})

it('takes no zone that nobody knows, and changes nothing then', async () => {
  const { times } = await open(await freshFolder())

  const change = times.change('ada', { zone: 'Mars/Base', hours })
  await expect(change).rejects.toMatchObject({ code: 'VALIDATION' })
  expect(times.hoursOf('ada')).toBeUndefined()
})
