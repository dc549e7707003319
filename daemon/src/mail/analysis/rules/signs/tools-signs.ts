import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** Notices of tools and services that developers work with. */
export const toolsSigns: readonly Sign[] = [
  sender(
    4,
    /@(?:[\w-]+\.)*(?:github\.com|gitlab\.com|bitbucket\.org|vercel\.com|netlify\.com|npmjs\.com|heroku\.com|render\.com|fly\.io|railway\.app|circleci\.com|sentry\.io|getsentry\.com|docker\.com|cloudflare\.com|digitalocean\.com|amazonaws\.com|aws\.amazon\.com|hetzner\.\w+|ovhcloud\.com|ovh\.\w+|jetbrains\.com|atlassian\.\w+|figma\.com|linear\.app|postman\.com|datadoghq\.com|supabase\.(?:io|com)|mongodb\.com|snyk\.io|openai\.com|anthropic\.com|stripe\.com|auth0\.com|azure\.com|google\.cloud|cloud\.google\.com)\b/,
  ),
  anywhere(
    3,
    /\b(?:build|run|pipeline|deployment|deploy|workflow|job) (?:failed|failing|succeeded|passed)\b|\bfailed (?:production |preview )?(?:deployment|build|job)/,
  ),
  anywhere(3, /\bsecurity (?:vulnerabilit(?:y|ies)|alert|advisory)\b|\bdependabot\b|\brenovate\b/),
  anywhere(
    3,
    /\b(?:access token|api (?:key|version|token)|sdk|end of life|deprecat\w+|changelog|migration guide)\b/,
  ),
  anywhere(3, /\b(?:type|reference|syntax|range)error\b|\bnew alert\b|\bstack trace\b/),
  anywhere(
    3,
    /\bsign-?in (?:to your account|from)\b|\bnew (?:login|sign-?in|device)\b|\btwo-factor\b/,
  ),
  text(
    2,
    /\b(?:repository|package-lock\.json|main branch|production environment|droplets?|cluster|database backup|bandwidth|usage limit)\b/,
  ),
  text(
    2,
    /\b(?:update your payment method|charge your card|payment failed|your trial ends|starter plan)\b/,
  ),
  anywhere(2, /\b(?:release notes|what's new in|major release|new version|debugger|ide)\b/),
  subject(2, /\byour (?:trial|access token|plan|subscription)\b.{0,40}\b(?:ends|expires|renews)\b/),

  anywhere(3, /\bwartungsarbeiten\b|\bserver(?:s|ausfall)?\b.{0,40}\b(?:erreichbar|neustart)\b/s),
  anywhere(3, /\bnom de domaine\b|\bhebergement\b|\binterruption de service\b/),
]
