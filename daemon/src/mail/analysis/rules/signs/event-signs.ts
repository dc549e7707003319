import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** A gathering: meet-up, conference, webinar, fair. */
export const eventSigns: readonly Sign[] = [
  sender(
    5,
    /@(?:\w+\.)*(?:meetup\.com|eventbrite\.\w+|lu\.ma|luma\.com|luma-mail\.com|ti\.to|hopin\.\w+|pretix\.\w+)\b/,
  ),
  anywhere(4, /\bwebinars?\b/),
  anywhere(
    3,
    /\b(?:meet-?ups?|hackathon|barcamp|(?<!web |video |audio )conference|unconference|user group|summit|\w+conf|symposium)\b/,
  ),
  anywhere(4, /\b(?:job|career|recruiting) fair\b|\bspeed networking\b/),
  anywhere(2, /\b(?:keynote|workshops?|talks|panel discussion|speakers?|live stream|breakfast)\b/),
  anywhere(
    3,
    /\b(?:rsvp|you(?:'re| are) going|save the date|save (?:your|a) (?:seat|spot)|early bird|your (?:ticket|spot|seat)s?)\b/,
  ),
  text(
    2,
    /\b(?:thank you for registering|you (?:have )?registered|register (?:now|on|here|today|for)|order confirmation|doors open|takes place|sign-up closes|starts tomorrow)\b/,
  ),
  text(
    3,
    /\b(?:call for papers|your (?:talk|proposal)\b.{0,60}\b(?:selected|accepted|chosen)|programme committee)/,
  ),
  subject(2, /\byour talk\b|\bstarting (?:tomorrow|soon|today)\b/),
  text(1, /\bjoin us\b|\bsee you there\b|\bvenue\b/),

  anywhere(4, /\b(?:stammtisch|konferenz|tagung|karrieremesse|jobmesse|fachmesse|messe)\b/),
  text(
    2,
    /\b(?:vortrage?|vortragen|anmeldung|anmelden|angemeldet|eintrittskarte|findet (?:am|vom|dieses)\b.{0,40}\bstatt|veranstaltung)\b/,
  ),
  subject(3, /\banmeldebestatigung\b|\beinladung zur (?:veranstaltung|konferenz)\b/),

  anywhere(4, /\b(?:salon|conferences|webinaire|colloque|forum de l'emploi)\b/),
  text(2, /\b(?:inscription|aura lieu|soiree|au programme|badge)\b/),
]
