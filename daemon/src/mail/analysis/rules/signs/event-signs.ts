import { readSigns } from '../read-signs.ts'

/** A gathering: meet-up, conference, webinar, fair. */
export const eventSigns = readSigns(String.raw`
  5 sender   @(\w+\.)*(meetup\.com|eventbrite\.\w+|lu\.ma|luma\.com|luma-mail\.com|ti\.to|hopin\.\w+|pretix\.\w+)
  4 anywhere webinars?
  3 anywhere meet-?ups? | hackathon | hack night | barcamp | (?<!web |video |audio )conference
  |          unconference | user group | summit | \w+conf | symposium
  4 anywhere (job|career|recruiting) fair | speed networking
  5 anywhere your (ticket|spot|seat|place) is (reserved|confirmed|booked)
  2 anywhere keynote | workshops? | talks | panel discussion | speakers? | live stream | breakfast
  3 anywhere rsvp | you('re| are) going | save the date | save (your|a) (seat|spot) | early bird
  |          your (ticket|spot|seat)s?
  2 text     thank you for registering | you (have )?registered | register (now|on|here|today|for)
  |          order confirmation | doors open | takes place | sign-up closes | starts tomorrow
  3 text     call for papers | your (talk|proposal)\b.{0,60}\b(selected|accepted|chosen)
  |          programme committee
  2 subject  your talk | starting (tomorrow|soon|today)
  1 text     join us | see you there | venue

  4 anywhere stammtisch | konferenz | tagung | karrieremesse | jobmesse | fachmesse | messe
  2 text     vortrage? | vortragen | anmeldung | anmelden | angemeldet | eintrittskarte
  |          findet (am|vom|dieses)\b.{0,40}\bstatt | veranstaltung
  3 subject  anmeldebestatigung | einladung zur (veranstaltung|konferenz)

  3 anywhere salon | conferences | webinaire | colloque | forum de l'emploi
  2 text     inscription | aura lieu | soiree | au programme | badge
`)
