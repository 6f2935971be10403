//! Entries that a control plane writes while the program runs.

use super::names::number;
use super::syntax::{Control, Kind};
use super::{Entry, ReadError, Result};

/// Puts the arguments of an entry in place of the default action's: whoever has the entry does not miss.
///
/// # Errors
/// There is no such table, it has no key that an entry could match, or its action takes another number of arguments.
pub(super) fn enter(control: &mut Control, entry: Entry<'_>) -> Result<()> {
    let name = entry.table;
    let table = control.tables.get_mut(name);
    let table = table.ok_or_else(|| ReadError::new(0, format!("there is no table {name}")))?;
    let line = table.line;
    if table.key.is_empty() {
        return Err(ReadError::new(line, format!("{name} has no key: its data are of all ports and queues")));
    }
    let Some(Kind::Call(_, arguments)) = table.default_action.as_mut().map(|call| &mut call.kind) else {
        return Err(ReadError::new(line, format!("{name} has no default action to take arguments")));
    };
    if arguments.len() != entry.arguments.len() {
        return Err(ReadError::new(
            line,
            format!("the action of {name} takes {} arguments", arguments.len()),
        ));
    }
    *arguments = entry.arguments.iter().map(|value| number(u64::from(*value), line)).collect();
    Ok(())
}
