// What the clerk's hook calls: hands its payload to the contract's hub over a socket, and prints what it answers.
import { connect } from "node:net";
import { text } from "node:stream/consumers";

const [socket = ""] = process.argv.slice(2);
const event = process.argv.at(-1);
const payload: unknown = JSON.parse(await text(process.stdin));
const connection = connect(socket);
connection.end(JSON.stringify({ event, payload }));
process.stdout.write(await text(connection));
