/** Words that sellers use and people who write to one reader do not, folded; one kind a line. */
const kinds: readonly RegExp[] = [
  /\b(?:unsubscribe|opt[- ]?out|(?:to be|be|been|get) removed|remov(?:e|al) (?:\w+ ){0,6}(?:list|mailings?|database)|(?:no longer|not|don't) (?:wish|want) to receive|future (?:e-?)?mailings?|mailing list removal)\b/,
  /\b(?:this is not spam|not unsolicited|opt-?in (?:list|e-?mail)|section 301|bulk e-?mail|third part(?:y|ies) offers?)\b|(?:^|\s)adv ?:/,
  /\b(?:click (?:here|on the link|below)|order (?:now|today|form)|buy now|act now|call (?:now|today|toll)|toll[- ]free|visit our (?:web ?)?site|sign up (?:now|today)|apply now)\b/,
  /\b(?:free (?:\w+ ){0,3}(?:quotes?|consultation|info(?:rmation)?|report|trial|sample|gift|shipping)|no (?:cost|obligation|risk)|risk[- ]free|100 ?% (?:free|guaranteed|legal)|money[- ]back|limited time|special offer|lowest (?:rates?|prices?)|save (?:up to|thousands|money))\b/,
  /\b(?:(?:earn|make|making) (?:\w+ ){0,3}(?:money|income|cash)|earn up to|financial freedom|(?:work|business|money)\b.{0,20}\b(?:at|from) (?:your )?home|home[- ]based business|extra income|get rich|mlm|multi-?level)\b|\b(?:earn|make) (?:up to )?\$/,
  /\b(?:mortgages?|refinanc\w+|home loans?|(?:low|fixed|interest) rates?|bad credit|debt|(?:life|auto|car|health) insurance|warrant(?:y|ies)|credit cards?|investors?|stocks? (?:alert|pick)|grants? (?:money|program\w*))\b/,
  /\bonly \$ ?\d|\$ ?\d[\d.,]* ?(?:per|a|\/) ?(?:month|week)|\bfor (?:just|only) \$|\bas low as\b/,
]

/** What makes words of sellers no chance. */
const ENOUGH = 2

/** Whether a folded text advertises something, whether or not its headers say that it went to many. */
export function isPromotion(folded: string): boolean {
  return kinds.filter((words) => words.test(folded)).length >= ENOUGH
}
