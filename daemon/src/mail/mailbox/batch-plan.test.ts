import { describe, expect, it } from 'vitest'
import { BatchPlan } from './imap-mailbox.ts'

const uids = Array.from({ length: 1_000 }, (_, at) => 1_000 - at)
const cut = new Error('connection reset')
const hungUp = Object.assign(new Error('connection lost'), { reason: 'FETCH failed' })

describe('a plan of batches', () => {
  it('asks for 200 mails at once', () => {
    expect(new BatchPlan().next(uids)).toEqual(uids.slice(0, 200))
  })

  it('asks for fewer where the line breaks, but always for one, and for more as they come', () => {
    const plan = new BatchPlan()
    const sizes = []
    for (let failures = 0; failures < 9; failures++) {
      plan.broke(plan.next(uids), cut)
      sizes.push(plan.next(uids).length)
    }
    expect(sizes).toEqual([100, 50, 25, 13, 7, 4, 2, 1, 1])
    expect(plan.isUnreadable(1_000)).toBe(false)

    for (let batches = 0; batches < 8; batches++) plan.arrived()
    expect(plan.next(uids)).toHaveLength(200)
  })

  it('finds the mail for which a server hangs up', () => {
    const plan = new BatchPlan()
    let rest = uids
    while (rest.length > 0) {
      const asked = plan.next(rest)
      if (asked.includes(777) && !plan.isUnreadable(777)) plan.broke(asked, hungUp)
      else {
        plan.arrived()
        rest = rest.slice(asked.length)
      }
    }

    expect(uids.filter((uid) => plan.isUnreadable(uid))).toEqual([777])
  })

  it('forgets it once the mailbox is numbered anew', () => {
    const plan = new BatchPlan()
    plan.under('1')
    plan.broke([5], hungUp)

    plan.under('1')
    expect(plan.isUnreadable(5)).toBe(true)
    plan.under('2')
    expect(plan.isUnreadable(5)).toBe(false)
  })
})
