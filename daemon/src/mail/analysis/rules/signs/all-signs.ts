import type { Category } from '@shortlist/contracts/mail'
import type { Sign } from '../read-signs.ts'
import { acceptanceSigns } from './acceptance-signs.ts'
import { applicationSigns } from './application-signs.ts'
import { communitySigns } from './community-signs.ts'
import { eventSigns } from './event-signs.ts'
import { everydaySigns } from './everyday-signs.ts'
import { freelanceSigns } from './freelance-signs.ts'
import { interviewSigns } from './interview-signs.ts'
import { learningSigns } from './learning-signs.ts'
import { networkingSigns } from './networking-signs.ts'
import { newsletterSigns } from './newsletter-signs.ts'
import { offerSigns } from './offer-signs.ts'
import { rejectionSigns } from './rejection-signs.ts'
import { toolsSigns } from './tools-signs.ts'

/** The signs of each category in English, German and French. */
export const allSigns: Readonly<Record<Category, readonly Sign[]>> = {
  job_application: applicationSigns,
  job_rejection: rejectionSigns,
  job_acceptance: acceptanceSigns,
  job_interview: interviewSigns,
  job_offer: offerSigns,
  event: eventSigns,
  learning: learningSigns,
  tools: toolsSigns,
  networking: networkingSigns,
  newsletter: newsletterSigns,
  community: communitySigns,
  freelance: freelanceSigns,
  other: everydaySigns,
}
