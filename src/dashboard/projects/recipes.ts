/** What a pipeline runs after a deployment, with the address filled in. The secret is named, so that it is not in the pipeline's file. */
const secretName = 'SHOWREEL_WEBHOOK_SECRET';

export const webhookUrl = (origin: string, projectId: string) =>
  `${origin}/api/v1/webhooks/projects/${projectId}/refresh`;

/** @param secret filled in where it is shown */
export const curlRecipe = (url: string, secret: string | null) =>
  [
    'curl --fail-with-body -X POST',
    `  -H "X-Webhook-Secret: ${secret ?? `$${secretName}`}"`,
    `  ${url}`,
  ].join(' \\\n');

export const actionsRecipe = (url: string) => `# .github/workflows/showreel.yml
name: Refresh the demos
on: deployment_status
jobs:
  showreel:
    if: github.event.deployment_status.state == 'success'
    runs-on: ubuntu-latest
    steps:
      - env:
          SECRET: \${{ secrets.${secretName} }}
        run: |
          curl --fail-with-body -X POST \\
            -H "X-Webhook-Secret: $SECRET" \\
            ${url}
`;
