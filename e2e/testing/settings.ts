/** Of everybody in the demo space: root, saas, admin, user, safe, audit. */
export const demoPassword = process.env.FORMWORK_DEMO_PASSWORD ?? 'Browser-test-1';
