import type { ReadMessage } from '../../ports.ts'

/** Applicant-tracking systems and services for tests and interviews. */
const hiring = `
  greenhouse.io greenhouse-mail.io lever.co ashbyhq.com workable.com workablemail.com personio.de
  personio.com smartrecruiters.com myworkday.com myworkdayjobs.com teamtailor.com
  teamtailor-mail.com recruitee.com welcomekit.co jobvite.com icims.com bamboohr.com breezy.hr
  breezy-mail.com successfactors.com successfactors.eu taleo.net oraclecloud.com softgarden.io
  join.com applytojob.com jazz.co pinpointhq.com comeet.co comeet-notifications.com rippling.com
  onlyfy.io prescreen.io dvinci.de concludis.de umantis.com rexx-systems.com flatchr.io taleez.com
  digitalrecruiters.com hirevue.com goodtime.io modernloop.io hackerrank.com hackerrankforwork.com
  codility.com codesignal.com testgorilla.com coderpad.io karat.io hellofriday.com trakstar.com
  zohorecruit.com eightfold.ai phenompeople.com avature.net cornerstoneondemand.com`

/** Services that arrange times. */
const scheduling =
  'calendly.com cal.com savvycal.com youcanbook.me doodle.com calendar-notification.google.com'

/** Services that have documents signed. */
const signing =
  'docusign.net docusign.com hellosign.com dropboxsign.com adobesign.com yousign.com signnow.com pandadoc.com'

/** Addresses of job boards that write about one's own application, not about new jobs. */
const applications = `
  jobs-noreply@linkedin.com indeedapply@indeed.com no-reply@indeed.com bewerbung@stepstone.de
  candidatures@hellowork.com`

const hiringDomains = words(hiring)
const schedulingDomains = words(scheduling)
const signingDomains = words(signing)
const applicationAddresses = words(applications)

/** Whether a mail was sent by a system that employers keep their applications in. */
export function isFromHiringSystem({ from }: ReadMessage): boolean {
  const address = from.address.toLowerCase()
  return applicationAddresses.has(address) || isBelow(address, hiringDomains)
}

/** Whether a mail was sent by a service that arranges times. */
export function isFromScheduler({ from }: ReadMessage): boolean {
  return isBelow(from.address.toLowerCase(), schedulingDomains)
}

/** Whether a mail was sent by a service that has documents signed. */
export function isFromSigningService({ from }: ReadMessage): boolean {
  return isBelow(from.address.toLowerCase(), signingDomains)
}

/** Networks and job boards, whose notices come from addresses that nobody reads. */
const notices = words('linkedin.com indeed.com xing.com stepstone.de infojobs.net glassdoor.com')

/** Whether a mail was sent by one of the services that employers use. */
export function isFromService(message: ReadMessage): boolean {
  return isFromHiringSystem(message) || isFromScheduler(message) || isFromSigningService(message)
}

/** Whether a program has sent a mail and no person is named to answer. */
export function isFromProgram(message: ReadMessage): boolean {
  const { replyTo, from } = message
  if (isUnattended((replyTo ?? from).address)) return true
  return (
    replyTo === null && (isFromService(message) || isBelow(from.address.toLowerCase(), notices))
  )
}

/** Whether nobody reads what is sent to the address. */
export function isUnattended(address: string): boolean {
  return /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|donotreply|notifications?|mailer|mailrobot|alerts?|bounce)/i.test(
    address,
  )
}

function isBelow(address: string, domains: ReadonlySet<string>): boolean {
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  return labels.some((_label, index) => domains.has(labels.slice(index).join('.')))
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}
