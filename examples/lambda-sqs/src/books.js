// What became of each shipment's capture, in a DynamoDB table with the text `shipment` as its partition key.
import { ConditionalCheckFailedException, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";

const { BOOKS_TABLE: TableName } = process.env;
const books = DynamoDBDocumentClient.from(new DynamoDBClient());

/**
 * Stores the intent to capture, before anything is sent. Returns undefined to the one caller that may send, and the stored item to
 * every other caller. If the client repeats a put whose response was lost, it finds its own intent, and nothing is sent.
 */
export async function open(shipment, intent, call) {
  const Item = { shipment, intent, state: "capturing", openedAt: new Date().toISOString(), ...call };
  try {
    await books.send(new PutCommand({ TableName, Item, ConditionExpression: "attribute_not_exists(shipment)" }));
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
  const found = await books.send(new GetCommand({ TableName, Key: { shipment }, ConsistentRead: true }));
  return found.Item ?? Item; // just forgotten: the next delivery begins anew
}

/** The note is for manual review. */
export async function close(shipment, state, note = {}) {
  await books.send(
    new UpdateCommand({
      TableName,
      Key: { shipment },
      UpdateExpression: "set #state = :state, note = :note",
      ExpressionAttributeNames: { "#state": "state" }, // a reserved word
      ExpressionAttributeValues: { ":state": state, ":note": JSON.stringify(note) },
    }),
  );
}

/** Deletes this intent only: a delete that is repeated and comes late must not delete the next intent. */
export async function forget(shipment, intent) {
  await books.send(
    new DeleteCommand({
      TableName,
      Key: { shipment },
      ConditionExpression: "intent = :intent",
      ExpressionAttributeValues: { ":intent": intent },
    }),
  );
}
