import { request, type Agent } from 'node:http';

/** How long a GET takes until its answer is there whole, in milliseconds. */
export async function timed(agent: Agent, url: string, cookie: string): Promise<number> {
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`));
      answer.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end();
  });
  return performance.now() - began;
}
