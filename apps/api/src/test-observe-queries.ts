import type pg from 'pg';

/** Reports the text of every statement that is sent over the pool. */
export function observeQueries(pool: pg.Pool, onQuery: (text: string) => void): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [first] = given as [string | { text: string }];
        onQuery(typeof first === 'string' ? first : first.text);
        return send(...given);
      },
    });
  });
}
