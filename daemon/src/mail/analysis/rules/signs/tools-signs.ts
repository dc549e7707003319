import { readSigns } from '../read-signs.ts'

/** Notices of tools and services that developers work with. */
export const toolsSigns = readSigns(String.raw`
  4 sender   @([\w-]+\.)*(github\.com|gitlab\.com|bitbucket\.org|vercel\.com|netlify\.com|npmjs\.com|heroku\.com|render\.com|fly\.io|railway\.app|circleci\.com|sentry\.io|getsentry\.com|docker\.com|cloudflare\.com|digitalocean\.com|amazonaws\.com|aws\.amazon\.com|hetzner\.\w+|ovhcloud\.com|ovh\.\w+|jetbrains\.com|atlassian\.\w+|figma\.com|linear\.app|postman\.com|datadoghq\.com|supabase\.(io|com)|mongodb\.com|snyk\.io|openai\.com|anthropic\.com|stripe\.com|auth0\.com|azure\.com|google\.cloud|cloud\.google\.com)
  3 anywhere (build|run|pipeline|deployment|deploy|workflow|job) (failed|failing|succeeded|passed)
  |          failed (production |preview )?(deployment|build|job)
  3 anywhere vulnerabilit(y|ies) | security (alert|advisory) | dependabot | renovate
  3 anywhere access token | api (key|version|token) | sdk | end of life | deprecat\w+ | changelog
  |          migration guide
  3 anywhere (type|reference|syntax|range)error | new alert | stack trace
  3 anywhere sign-?in (to your account|from) | new (login|sign-?in|device) | two-factor
  2 text     repository | package-lock\.json | main branch | production environment | droplets?
  |          cluster | database backup | bandwidth | usage limit
  2 text     update your payment method | charge your card | payment failed | your trial ends
  |          starter plan
  2 anywhere release notes | what's new in | major release | new version | debugger | ide
  5 subject  \w+ v?\d+(\.\d+){0,2} (is out|is here|released|now available) | release notes
  3 text     hosting | servers? | droplets? | cloud | domain | api usage
  2 sender   (ci|security|billing|status|builds?|alerts)@
  2 text     pull request | commit | branch main | on main | npm | pnpm | package
  1 text     debugger | plug-?ins? | workspaces? | ide
  2 subject  your (trial|access token|plan|subscription)\b.{0,40}\b(ends|expires|renews)

  3 anywhere wartungsarbeiten | server(s|ausfall)?\b.{0,40}\b(erreichbar|neustart)
  3 anywhere nom de domaine | hebergement | interruption de service
`)
